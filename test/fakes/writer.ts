// A window that only writes: many small transactions on one database, as fast as they go.
import { newConversation } from "../../extension/message/conversation.ts";
import { saveDraft } from "../../extension/persist/drafts.ts";
import { createConversation } from "../../extension/persist/conversations.ts";
import { openStore } from "../../extension/persist/database/store.ts";

const [path = "", name = "", count = "0"] = process.argv.slice(2);
const store = openStore(path);
createConversation(store, newConversation(name, 0));
for (let n = 1; n <= Number(count); n++) saveDraft(store, name, { parts: [{ type: "text", text: `${n}` }] }, n);
store.close();
console.log("done");
