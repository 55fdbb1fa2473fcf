// What a page says when its script could not be loaded.

export const notLoaded =
  "Galley could not load this page. Run Developer: Reload Window from the Command Palette to try again.";
export const textStays = "Your text is kept.";
