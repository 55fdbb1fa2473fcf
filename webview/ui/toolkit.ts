// The only file that knows @vscode/webview-ui-toolkit: registers its elements under our own prefix.
import { provideVSCodeDesignSystem, vsCodeButton } from "@vscode/webview-ui-toolkit";

provideVSCodeDesignSystem().withPrefix("galley").register(vsCodeButton());
