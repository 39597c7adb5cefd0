"""The screens around every game: camera, devices, history, disagreement, rules, new game, menu."""
