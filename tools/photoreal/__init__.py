"""Path-traced tables of our own, with exact truth: the printed mat and cubes under lamps (Blender as a module)."""
