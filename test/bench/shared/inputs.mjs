// Three inputs with the same long text in them: Galley with chips, a plain textarea and the Chat, with the chips as words.
import { setTimeout } from "node:timers/promises";

const chatInput = ".interactive-session .interactive-input-part .monaco-editor";

/** Chat's own command puts a text in its input: keys and pastes of a script arrive there in pieces or not at all. */
const fillChat = { key: "Control+Alt+0", command: "workbench.action.chat.open" };

/** `ready` is what tells the frame a subject lives in; `put` brings the text there. */
export const subjects = {
  textarea: { key: "Control+Alt+7", command: "bare.view.focus", ready: "textarea", put: putInTextarea },
  galley: { key: "Control+Alt+8", command: "galley.composer.focus", ready: ".input[role=textbox]", put: putInGalley },
  chat: { key: "Control+Alt+9", command: "workbench.panel.chat.view.copilot.focus", ready: chatInput, put: putInChat },
};

/** 20,000 characters in 40 paragraphs, and 50 chips among them. */
const sentence = "The quick brown fox jumps over the lazy dog and says what it thinks. ";
const paragraph = sentence.repeat(8).slice(0, 499);
export const files = Object.fromEntries(
  Array.from({ length: 50 }, (_, n) => [`src/part-${n}.ts`, "const line = 1;\n".repeat(60)]),
);
const end = "Here the typing begins: ";

function parts() {
  const chips = Object.keys(files).map((path, n) => ({ path, range: { start: 1 + (n % 20), end: 30 + (n % 20) } }));
  const all = [];
  for (let line = 0; line < 40; line += 1) {
    all.push({ type: "text", text: paragraph.slice(0, 250) });
    for (const { path, range } of chips.splice(0, line % 4 === 0 ? 2 : 1))
      all.push({ type: "file-ref", ref: { kind: "path", path, range } });
    all.push({ type: "text", text: `${paragraph.slice(250)}\n` });
  }
  return [...all, { type: "text", text: end }];
}

function asText() {
  return parts()
    .map((part) => part.text ?? `${part.ref.path.slice(4)}:${part.ref.range.start}-${part.ref.range.end}`)
    .join("");
}

export async function frameWith(page, selector) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await setTimeout(100)) {
    for (const frame of page.frames()) {
      const found = await frame
        .locator(selector)
        .count()
        .catch(() => 0);
      if (found > 0) return frame;
    }
  }
  throw new Error(`No frame showed ${selector} in a minute.`);
}

async function putInTextarea(_page, frame) {
  await frame.evaluate((text) => {
    const input = document.querySelector("textarea");
    Object.assign(input.style, { width: "100%", height: "40vh", font: "13px/1.5 sans-serif" });
    input.value = text;
    input.focus();
    input.setSelectionRange(text.length, text.length);
    input.scrollTop = input.scrollHeight;
  }, asText());
}

async function putInGalley(_page, frame) {
  await frame.evaluate((given) => {
    const input = document.querySelector(".input[role=textbox]");
    input.focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData("application/x-galley-parts+json", JSON.stringify({ parts: given }));
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, parts());
  const measured = frame.locator(".chip-rest", { hasText: "~" });
  for (const deadline = Date.now() + 30_000; (await measured.count()) < 50; await setTimeout(100))
    if (Date.now() > deadline) throw new Error("The chips were not measured in half a minute.");
}

async function putInChat(page, frame) {
  await page.keyboard.press(fillChat.key);
  await frame.locator(chatInput, { hasText: "jumps" }).first().waitFor();
  await page.keyboard.press("Control+End");
  await frame.locator(chatInput, { hasText: "typing" }).first().waitFor();
}

export const keybindings = [
  ...Object.values(subjects),
  { ...fillChat, args: { query: asText(), isPartialQuery: true } },
].map(({ key, command, args }) => ({ key: key.toLowerCase().replace("control", "ctrl"), command, args }));
