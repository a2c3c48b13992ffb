cygnet record 1
game: uglyduck-xl:4x4
player 1: human
name 1: Ana
player 2: human
name 2: Ben
date: 2026-11-27
1. a1b2
2. d3c4
3. b2c1
4. d2c1
5. a4b4
6. c4b3
7. a2b1
8. d4c4
9. b4c3
10. c4b4
11. c3d3
12. b4a4
13. d3c4
14. c1b2
15. a3b4
16. b2a2
17. b1c1
18. d1c2
19. c1d1
20. c2b1
21. b4c3
22. a4b4
23. c3d2
24. b1a1
25. d1c1
26. a1b2
27. c1b1
28. b3a4
29. c4b3
30. a4b3
31. b1a2
result: p1, rules
