// Rules of ESLint, for what only its plugins read: Svelte components, typed, and the reactive state. The rest is in .oxlintrc.json.
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";

export default defineConfig(
  {
    files: ["webview/**/*.svelte"],
    extends: [ts.configs.strictTypeChecked, svelte.configs.recommended],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: [".svelte"],
        parser: ts.parser,
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      eqeqeq: "error",
      "max-lines": ["error", { max: 300 }],
    },
  },
  {
    files: ["webview/**/*.svelte.ts"],
    extends: [svelte.configs.recommended],
    languageOptions: { parser: ts.parser },
  },
);
