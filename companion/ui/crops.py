"""Small pictures cut out of what a camera sees."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty

from companion.play.reports import Crop
from companion.ui.drawn import Drawn
from companion.ui.theme import theme


class CropPicture(Drawn):
    """A small picture, fitted into its place; an empty dashed place without one."""

    DRAWS = ("pos", "size", "crop")
    crop = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        self._texture: Texture | None = None
        self._shown: Crop | None = None
        super().__init__(**kwargs)

    def draw(self) -> None:
        self.canvas.clear()
        crop = self.crop
        if crop is None or self.width <= 1:
            return
        if self._shown is not crop:
            self._blit(crop)
        scale = min(self.width / crop.width, self.height / crop.height)
        width, height = crop.width * scale, crop.height * scale
        with self.canvas:
            Color(*theme.tone("hair"))
            Rectangle(pos=(self.center_x - width / 2 - 1, self.center_y - height / 2 - 1), size=(width + 2, height + 2))
            Color(1, 1, 1, 1)
            spot = (self.center_x - width / 2, self.center_y - height / 2)
            Rectangle(texture=self._texture, pos=spot, size=(width, height))

    def _blit(self, crop: Crop) -> None:
        if self._texture is None or self._texture.size != (crop.width, crop.height):
            self._texture = Texture.create(size=(crop.width, crop.height), colorfmt="rgba")
            self._texture.flip_vertical()
        self._texture.blit_buffer(crop.pixels, colorfmt="rgba", bufferfmt="ubyte")
        self._shown = crop
