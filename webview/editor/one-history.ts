// One undo history of the input for all sources of undo and redo: keys, VS Code, menus and dictation.
import { redo, undo } from "prosemirror-history";
import { keydownHandler } from "prosemirror-keymap";
import { Plugin, type Command } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

const HISTORY_KEYS = keydownHandler({
  "Mod-z": always(undo),
  "Mod-y": always(redo),
  "Shift-Mod-z": always(redo),
});

/** The input events of system menus and dictation. */
const INPUT_TYPES: Readonly<Record<string, Command>> = { historyUndo: undo, historyRedo: redo };

/** The commands that VS Code passes to `document.execCommand`. */
const DOCUMENT_COMMANDS: Readonly<Record<string, Command>> = { undo, redo };

/** Add it after the plugins whose keys take precedence. */
export function oneHistory(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        if (view.composing || !HISTORY_KEYS(view, event)) return false;
        // VS Code would run its own undo as well.
        event.stopPropagation();
        return true;
      },
      handleDOMEvents: {
        beforeinput(view, event) {
          const command = INPUT_TYPES[event.inputType];
          if (command === undefined) return false;
          event.preventDefault();
          command(view.state, view.dispatch, view);
          return true;
        },
      },
    },
    view: (view) => ({ destroy: takeCommands(view) }),
  });
}

/** Sends the browser's undo and redo commands to the editor, because the browser's history knows no chips. */
function takeCommands(view: EditorView): () => void {
  const page: CommandPage = view.dom.ownerDocument;
  const native = page.execCommand;
  page.execCommand = (name, ...rest) => {
    const command = isForInput(view) ? DOCUMENT_COMMANDS[name] : undefined;
    return command === undefined ? native.call(page, name, ...rest) : command(view.state, view.dispatch, view);
  };
  return () => {
    page.execCommand = native;
  };
}

/** `execCommand` is deprecated, but VS Code uses it. */
interface CommandPage {
  execCommand: (name: string, showUi?: boolean, value?: string) => boolean;
}

/** Also if nothing has the focus: a menu of VS Code took it, and the browser would still undo in the input. */
function isForInput(view: EditorView): boolean {
  const { activeElement, body } = view.dom.ownerDocument;
  return !view.composing && (view.hasFocus() || activeElement === body);
}

/** Handles the key even if there is nothing to undo. */
function always(command: Command): Command {
  return (...given) => {
    command(...given);
    return true;
  };
}
