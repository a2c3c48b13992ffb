cygnet record 1
game: uglyduck-xl:4x4
player 1: human
name 1: Ben
player 2: human
name 2: Ana
date: 2026-11-27
1. a4b3
2. d3c4
3. a1b1
4. d2c2
5. b1c2
6. d4c3
7. a2b2
8. c4b4
9. c2d1
10. c3b2
11. b3c3
12. b4a4
13. a3b3
14. b2a1
15. d1c1
16. a1b1
17. b3c2
18. a4b3
19. c3d3
20. b3c2
21. d3c3
22. c2d2
result: p2, rules
