"""The tests of the package. Installed, they run with `pytest --pyargs cygnet_games.tests`."""
