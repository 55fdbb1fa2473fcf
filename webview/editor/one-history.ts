// One history of the input, whichever way a command comes: by key, by VS Code, by a menu, by dictation.
import { redo, undo } from "prosemirror-history";
import { keydownHandler } from "prosemirror-keymap";
import { Plugin, type Command } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

const HISTORY_KEYS = keydownHandler({
  "Mod-z": always(undo),
  "Mod-y": always(redo),
  "Shift-Mod-z": always(redo),
});

/** As menus of the system and dictation ask for them. */
const INPUT_TYPES: Readonly<Record<string, Command>> = { historyUndo: undo, historyRedo: redo };

/** As VS Code asks for them, after a key or by its own command: it calls `document.execCommand`. */
const DOCUMENT_COMMANDS: Readonly<Record<string, Command>> = { undo, redo };

/** Goes behind the plugins whose keys come first. */
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
    const command = isMeant(view) ? DOCUMENT_COMMANDS[name] : undefined;
    return command === undefined ? native.call(page, name, ...rest) : command(view.state, view.dispatch, view);
  };
  return () => {
    page.execCommand = native;
  };
}

/** The only way VS Code has, however old. */
interface CommandPage {
  execCommand: (name: string, showUi?: boolean, value?: string) => boolean;
}

/** Also where nothing has the focus: a menu of VS Code took it, and the browser would undo in the input all the same. */
function isMeant(view: EditorView): boolean {
  const { activeElement, body } = view.dom.ownerDocument;
  return !view.composing && (view.hasFocus() || activeElement === body);
}

/** A key that finds nothing to undo is used up all the same. */
function always(command: Command): Command {
  return (...given) => {
    command(...given);
    return true;
  };
}
