// What a person writes with the types that openapi-typescript made: koda hands work to mira, who answers.
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

const [url, kodaToken, miraToken, content] = process.argv.slice(2) as [string, string, string, string];
const client = (token: string) =>
  createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });
const koda = client(kodaToken);
const mira = client(miraToken);

function answer<T>(given: { data?: T; error?: unknown }): T {
  if (given.data === undefined) throw new Error(JSON.stringify(given.error));
  return given.data;
}

// Nothing that has a default is given: it would not compile where one had to.
const stored = answer(await koda.POST("/api/format-qastone", { body: { content, glow_channel: "task" } }));
const hash = stored.border_hash;
const level = answer(
  await koda.GET("/api/stone/{border_hash}/lod/{level}", { params: { path: { border_hash: hash, level: 0 } } }),
);
const sentStone = answer(
  await koda.POST("/mcp/inbox/send-stone", { body: { recipient: "mira", stone: hash, max_lod: 0 } }),
);
const sent = answer(
  await koda.POST("/mcp/inbox/send", {
    body: { recipient: "mira", payload: { text: "Shall I?" }, priority: "high" },
    params: { header: { "Idempotency-Key": "once" } },
  }),
);
const inbox = answer(await mira.GET("/mcp/inbox/messages"));
const [first, second] = inbox.messages;
if (!first || !second) throw new Error("two messages were sent");
const read = answer(
  await mira.GET("/mcp/inbox/messages/{message}/lod/{level}", {
    params: { path: { message: first.tracking_id, level: 0 } },
  }),
);
const deeper = answer(await mira.POST("/mcp/inbox/request-lod", { body: { border_hash: hash, level: 1 } }));
const answered = answer(
  await mira.POST("/mcp/inbox/messages/{message}/reply", {
    params: { path: { message: second.tracking_id } },
    body: { payload: "Yes." },
  }),
);
const [reply] = answer(await koda.GET("/mcp/inbox/messages")).messages;
const asked = answer(
  await koda.POST("/mcp/chat", { body: { message: "Which port has the export job number 17?" } }),
);
const refused = await koda.POST("/mcp/inbox/send", { body: { recipient: "nobody", payload: "x" } });
answer(await koda.POST("/api/clipboard/", { body: { content: "A copied line." } }));
const exported = await koda.GET("/api/clipboard/export", { parseAs: "text" });

console.log(
  JSON.stringify({
    border_hash: hash,
    scan: level.content,
    tracking_ids: [sentStone.tracking_id, sent.tracking_id],
    inbox: inbox.messages.map((each) => each.tracking_id),
    payload: second.payload,
    read: read.content,
    deeper: deeper.level,
    reply: [reply?.from_agent, reply?.payload],
    in_reply_to: reply?.in_reply_to,
    answered: answered.tracking_id,
    response: asked.response,
    refused: refused.error?.code,
    lines: exported.data,
  }),
);
