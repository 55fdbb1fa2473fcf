// The tables, one step per version: `user_version` says how many steps a database has taken.

export const steps: readonly string[] = [
  `
  CREATE TABLE chat_sessions (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- Who runs a turn in this session now, and when it last said so; NULL when no window does.
    turn_owner TEXT,
    turn_at INTEGER
  ) STRICT;

  CREATE TABLE chat_messages (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES chat_sessions(id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
    created_at INTEGER NOT NULL,
    metadata_json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX chat_messages_in_order ON chat_messages (session_id, created_at, id);

  -- data_json is the part verbatim.
  CREATE TABLE chat_parts (
    message_id TEXT NOT NULL REFERENCES chat_messages(id) ON DELETE CASCADE,
    idx INTEGER NOT NULL,
    data_json TEXT NOT NULL,
    PRIMARY KEY (message_id, idx)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE blobs (
    content_id TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;

  CREATE TABLE drafts (
    session_id TEXT PRIMARY KEY REFERENCES chat_sessions(id) ON DELETE CASCADE,
    data_json TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE system_prompts (digest TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;

  CREATE TABLE manifests (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES chat_sessions(id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    data_json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX manifests_by_message ON manifests (message_id);
  `,
  `
  -- Lineage, and what a session is in lists. A parent may be deleted and its branches live on.
  ALTER TABLE chat_sessions ADD COLUMN parent_id TEXT;
  ALTER TABLE chat_sessions ADD COLUMN forked_from TEXT;
  ALTER TABLE chat_sessions ADD COLUMN ephemeral INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE chat_sessions ADD COLUMN archived_at INTEGER;
  -- Deleted and still to be undone; purged later.
  ALTER TABLE chat_sessions ADD COLUMN deleted_at INTEGER;

  -- Rewound: not shown, not sent, never deleted. Rows hidden together carry the same time.
  ALTER TABLE chat_messages ADD COLUMN hidden_at INTEGER;

  -- Small contents in the row, large ones in a file of their own, named by content_id.
  ALTER TABLE blobs RENAME TO blobs_1;
  CREATE TABLE blobs (
    content_id TEXT PRIMARY KEY,
    mime TEXT NOT NULL,
    size INTEGER NOT NULL,
    bytes BLOB
  ) STRICT;
  INSERT INTO blobs SELECT content_id, 'text/plain', size, bytes FROM blobs_1;
  DROP TABLE blobs_1;

  -- The words of every message, for search. Trigrams find any three characters, in any script.
  CREATE VIRTUAL TABLE chat_words USING fts5 (text, session_id UNINDEXED, message_id UNINDEXED, tokenize = 'trigram');
  INSERT INTO chat_words
    SELECT group_concat(CASE WHEN json_valid(data_json) THEN json_extract(data_json, '$.text') END, ' '),
           session_id, message_id
    FROM chat_parts JOIN chat_messages ON chat_messages.id = message_id
    WHERE CASE WHEN json_valid(data_json) THEN json_extract(data_json, '$.text') END IS NOT NULL GROUP BY message_id;

  CREATE TABLE skill_invocations (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES chat_sessions(id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    data_json TEXT NOT NULL
  ) STRICT;

  -- UTF-8 bytes per token as providers' usage corrected it.
  CREATE TABLE estimator (
    model TEXT NOT NULL,
    class TEXT NOT NULL,
    bytes_per_token REAL NOT NULL,
    samples INTEGER NOT NULL,
    PRIMARY KEY (model, class)
  ) STRICT;

  -- A rule without a session holds for the project.
  CREATE TABLE permissions (
    id TEXT PRIMARY KEY,
    session_id TEXT REFERENCES chat_sessions(id) ON DELETE CASCADE,
    permission TEXT NOT NULL,
    pattern TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('allow', 'ask', 'deny')),
    created_at INTEGER NOT NULL
  ) STRICT;

  -- The folders this database was used for, so that its sessions are found again when a folder moves.
  CREATE TABLE workspace_folders (uri TEXT PRIMARY KEY, last_seen INTEGER NOT NULL) STRICT;
  `,
  `
  -- Opening a long session costs what opening a short one does. The first condition is the one persist/messages.ts
  -- asks with, word for word, or the index is not used.
  CREATE INDEX chat_messages_unfinished ON chat_messages (session_id)
    WHERE role = 'assistant' AND iif(json_valid(metadata_json), json_extract(metadata_json, '$.finish') IS NULL, FALSE);
  CREATE INDEX chat_messages_visible ON chat_messages (session_id, created_at, id, hidden_at) WHERE hidden_at IS NULL;
  `,
  `
  -- What a conversation keeps in sight, in its order. data_json is the pin; an id is taken once per conversation.
  CREATE TABLE pins (
    session_id TEXT NOT NULL REFERENCES chat_sessions(id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    idx INTEGER NOT NULL,
    data_json TEXT NOT NULL,
    PRIMARY KEY (session_id, id)
  ) STRICT;

  -- What was sent last of each pin, stored or followed.
  CREATE TABLE pin_sends (
    session_id TEXT NOT NULL REFERENCES chat_sessions(id) ON DELETE CASCADE,
    pin_id TEXT NOT NULL,
    content_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session_id, pin_id)
  ) STRICT;

  ALTER TABLE chat_sessions ADD COLUMN follows_open_editors INTEGER NOT NULL DEFAULT 0;

  -- Why the queue waits although no turn runs, 'hold' or 'failed'; NULL when a turn that ends fires the next.
  ALTER TABLE chat_sessions ADD COLUMN queue_hold TEXT CHECK (queue_hold IN ('hold', 'failed'));
  -- Another window asks the one that runs the turn to stop it.
  ALTER TABLE chat_sessions ADD COLUMN stop_requested_at INTEGER;
  -- The condition is the one persist/messages.ts asks with, word for word, or the index is not used.
  CREATE INDEX chat_messages_queued ON chat_messages (session_id)
    WHERE role = 'user' AND iif(json_valid(metadata_json), json_type(metadata_json, '$.queued_at') IS 'integer', FALSE);
  `,
  `
  -- Who answers in this conversation, by name; NULL is the default.
  ALTER TABLE chat_sessions ADD COLUMN agent TEXT;
  `,
  `
  -- What tools changed: a file as it was before an answer (NULL: there was none) and as the answer left it.
  CREATE TABLE edits (
    message_id TEXT NOT NULL REFERENCES chat_messages(id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    real TEXT NOT NULL,
    before_id TEXT,
    after_id TEXT NOT NULL,
    added INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'kept', 'undone', 'changed')),
    PRIMARY KEY (message_id, path)
  ) STRICT;
  `,
  `
  -- What the conversation is for, by name; NULL for one like most.
  ALTER TABLE chat_sessions ADD COLUMN purpose TEXT;
  `,
  `
  -- The modes and options of ACP agents as they were chosen here, by agent, as JSON; NULL when none were.
  ALTER TABLE chat_sessions ADD COLUMN agent_choices TEXT;
  `,
  `
  -- Changes of files that are announced and not settled. The text before is kept before the first byte is written; a
  -- row that its process left behind is compared with the file by the next one.
  CREATE TABLE pending_edits (
    -- Also names the file that is written beside the one that changes.
    id TEXT PRIMARY KEY,
    message_id TEXT NOT NULL REFERENCES chat_messages(id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    real TEXT NOT NULL,
    before_id TEXT,
    after_id TEXT NOT NULL,
    -- 1 when it puts back what an edit changed.
    undoes INTEGER NOT NULL,
    -- The process that writes.
    owner TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- How often the turn was claimed: a holder that lost it without noticing has a lower number, and writes no more.
  ALTER TABLE chat_sessions ADD COLUMN turn_claim INTEGER NOT NULL DEFAULT 0;

  -- Since when no row has named the content, as far as a sweep has seen; NULL when one does, or it was stored since.
  ALTER TABLE blobs ADD COLUMN unnamed_since INTEGER;
  ALTER TABLE system_prompts ADD COLUMN unnamed_since INTEGER;
  -- When each piece of housekeeping was last done, in whichever window.
  CREATE TABLE housekeeping (name TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  `,
  `
  -- The model that the user selected for this conversation, as provider/model; NULL follows the setting.
  ALTER TABLE chat_sessions ADD COLUMN model TEXT;
  -- The project's profile that the user selected here, with the model it named then; NULL for any other profile.
  ALTER TABLE chat_sessions ADD COLUMN agreed_profile TEXT;
  `,
  `
  -- What the turn waits for or retries, or that the last one failed, as JSON; NULL when there is nothing to tell.
  ALTER TABLE chat_sessions ADD COLUMN run_json TEXT;
  -- Replies of other windows, until the window that runs the turn takes them.
  CREATE TABLE ask_replies (
    session_id TEXT NOT NULL REFERENCES chat_sessions(id) ON DELETE CASCADE,
    asked TEXT NOT NULL,
    call_id TEXT NOT NULL,
    reply_json TEXT NOT NULL
  ) STRICT;
  `,
];
