// Style sheets are imported for their effect: vite puts them into main.css.
declare module "*.css";
