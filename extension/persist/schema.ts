// The tables, one step per version: `user_version` says how many steps a database has taken.

export const steps: readonly string[] = [
  `
  CREATE TABLE chat_sessions (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    -- Who runs a turn in this session now, and when it last said so; NULL when nobody does.
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
];
