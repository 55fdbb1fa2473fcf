import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretIn } from "../../extension/memory/secrets.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const glued = (...pieces: string[]): string => pieces.join("");
const random = "q7Zp2Lk9Xw4Vt1Rb8Nd5Hs3Gf6Jc0MaYe";

describe("text that looks like a secret", () => {
  it.each([
    [glued("-----BEGIN RSA PRIVATE", " KEY-----\nMII"), "a private key"],
    [glued("-----BEGIN PRIVATE", " KEY-----"), "a private key"],
    [glued("-----BEGIN PGP PRIVATE", " KEY BLOCK-----"), "a private key"],
    [glued("use sk", "-ant-api03-", random), "an Anthropic API key"],
    [glued("sk", "-proj-", random), "an API key (sk-…)"],
    [glued("(sk", "-", random, ")"), "an API key (sk-…)"],
    [glued("gh", "p_", random), "a GitHub token"],
    [glued("github", "_pat_", random), "a GitHub token"],
    [glued("glp", "at-", random.slice(0, 20)), "a GitLab token"],
    [glued("AI", "za", random, "abc"), "a Google API key"],
    [glued("AK", "IA", "ABCDEFGHIJ234567"), "an AWS access key"],
    [glued("xo", "xb-123456789012-abcdefghij"), "a Slack token"],
    [glued("sk", "_live_", random), "a Stripe key"],
    [glued("ey", "JhbGciOiJIUzI1NiJ9.", "ey", "JzdWIiOiIxMjM0In0.", random), "a JSON Web Token"],
    ["postgres://app:s3cr3tpw@db.local/app", "a URL with a password"],
    [`Authorization: Bearer ${random}`, "an access token"],
    ["password = swordfish", "a password"],
    ["DB_PASSWORD=hunter2!", "a password"],
    ["The admin password is hunter2xyz", "a password"],
    ['{"password": "swordfish"}', "a password"],
    [`api_key: ${random.slice(0, 20)}`, "a key or token"],
    [`aws_secret_access_key = ${random}/abcDEF`, "a key or token"],
    [`https://example.org/x?token=${random}`, "a key or token"],
    [`The thing to use is ${random}.`, "a long random token"],
  ])("%s is %s", (text, kind) => {
    expect(secretIn(text)).toBe(kind);
  });

  it("dice are found out", () => {
    const signs = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
    const tokens = fc.sample(
      fc.array(fc.constantFrom(...signs), { minLength: 44, maxLength: 44 }).map((list) => list.join("")),
      { numRuns: 400, seed: 7 },
    );
    expect(tokens.filter((token) => secretIn(`it is ${token}`) === undefined).length).toBeLessThan(12);
  });
});

describe("ordinary text passes", () => {
  it.each([
    "Prefers tabs over spaces, and short answers.",
    "The password for staging is in 1Password under “staging”.",
    "Password: ask the ops team. Token: see the vault.",
    "secret: 1Password/vault/staging",
    "Passwords must have 12 characters; the reset token is valid for 30 minutes.",
    "Regression since 3b26d2240f1c9d8e7a6b5c4d3e2f1a0b9c8d7e6f, fixed in e56286d.",
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "integrity sha512-k5mCm7v3jZ1pQ0bY8Tn4Lr2Vx9Wc6Hd3Gs7Fa5Zq1Xo0Ei4Uy8Pt2Rw6Nb9Mv3Kc7Jx1Lg5Hq==",
    "The run is 3f2504e0-4f89-41d3-9a0c-0305e82c3301.",
    "Design: https://docs.example.org/document/d/1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sT1uV2wX3yZ4/edit?tab=t.0",
    "Dashboard https://grafana.example.org/d/000000012/service?orgId=1&from=now-6h&to=now",
    "postgres://user:password@localhost/app, postgres://app:$PASSWORD@db/app, https://host:8080/a@b",
    'Read it with password = process.env.DB_PASSWORD or os.environ["DB_PASSWORD"], apiKey = getKey().',
    "function login(user: string, password: string): Token; showPassword = false; max_tokens = 4096",
    "test/webview/components/SomeVeryLongComponentNameWithNumbers2024.test.ts",
    "handleIncomingWebsocketConnectionRequestV2 in src/net/http2/Http2ServerConnectionHandler.ts",
    "The disk-based task-runner asks sk-learn users; risk-assessment-for-all-teams-in-2026 is a folder.",
    "msg_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    'Set ANTHROPIC_API_KEY=<your key> or api_key = "YOUR_API_KEY"; export TOKEN=$(cat token)',
    "PWD=/usr/local/share/app1",
  ])("%s", (text) => {
    expect(secretIn(text)).toBeUndefined();
  });
});
