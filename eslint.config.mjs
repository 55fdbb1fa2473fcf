// Lint rules: strict and type-aware for the code, light for the scripts.
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";

const typed = {
  projectService: true,
  tsconfigRootDir: import.meta.dirname,
  extraFileExtensions: [".svelte"],
};

export default defineConfig(
  { ignores: ["dist/", "node_modules/", ".vscode-test/", "test/fixtures/", "test/host/extensions/", "test-results/"] },
  {
    files: ["{extension,webview,test}/**/*.ts", "*.config.mts", "webview/**/*.svelte"],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: typed },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // It objects to `Promise.withResolvers<void>()`.
      "@typescript-eslint/no-invalid-void-type": "off",
      eqeqeq: "error",
    },
  },
  {
    files: ["webview/**/*.svelte", "webview/**/*.svelte.ts"],
    extends: [svelte.configs.recommended],
    languageOptions: { parserOptions: { ...typed, parser: ts.parser } },
  },
  {
    files: ["extension/**/*.ts"],
    ignores: ["extension/host/window/ask.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[property.name=/^show(QuickPick|InputBox|OpenDialog|SaveDialog)$/]",
          message: "Use host/window/ask.ts: it gives the focus back to the pane.",
        },
      ],
    },
  },
  // The tests' runners hand their callbacks promises and void alike.
  { files: ["test/**/*.ts"], rules: { "@typescript-eslint/no-unused-expressions": "off" } },
  {
    files: ["{extension,webview}/**/*.{ts,svelte}"],
    // The one file that knows every feature is a list of what each needs.
    ignores: ["extension/host/wiring.ts"],
    rules: { "max-lines": ["error", { max: 300 }] },
  },
  {
    files: ["**/*.{js,mjs}"],
    rules: {
      "no-unused-vars": "error",
      "no-undef": "off",
      "prefer-const": "error",
      eqeqeq: "error",
      "max-lines": ["error", 150],
    },
  },
);
