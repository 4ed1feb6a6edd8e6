import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { type Database, type DbTransaction, write } from '../../database/index.ts';
import { malformedRequestMessage, refuse } from '../errors/http-error.ts';
import { findUnstorableTextPath } from '../request/body.ts';
import { getClientAddress } from '../request/client-address.ts';
import { jsonContentType, sendFreshResponse } from '../response/send-response.ts';
import type { DeclareWebhook } from '../routes/webhook.ts';
import type { ServerContext } from './server-context.ts';

/** A handled event of another service. */
export interface WebhookEventTable {
  service: string;
  id: string;
  received_at: string;
}

declare module '../../database/core/schema.ts' {
  interface Tables {
    webhook_event: WebhookEventTable;
  }
}

/** The maximum size of an event in bytes. Events only refer to objects. */
const maxEventBytes = 64 * 1024;

/** The name of a webhook's access rule: only the service itself may send events. */
const access = 'signed by the service';

export const createWebhookDeclarer =
  (site: ServerContext): DeclareWebhook =>
  (path, options, run) => {
    const { service, verify, event: schema, getEventId: idOf } = options;
    const { options: registry, refusals } = site;
    site.declare({ kind: 'webhook', method: 'POST', path, access, changes: true, files: false });
    // The webhook is registered in a separate scope with a single parser, which leaves the bytes unchanged
    const declared: FastifyPluginCallback = (scope, _, ready) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxEventBytes }, (_, body, done) => {
        done(null, body);
      });
      scope.route({
        method: 'POST',
        url: path,
        bodyLimit: maxEventBytes,
        preParsing: async (request, reply) => {
          await site.enforceRateLimit('webhook', request, reply);
          refuseBrowsers(request);
        },
        handler: async (request, reply) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const url = `${site.originOf(request)}${path}`;
          if (!(await verify({ body, headers: request.headers, url }))) {
            refusals.count('access.refused', site.toNotedAddress(getClientAddress(request)));
            refuse(401, 'This event isn’t signed by the service that it claims to come from.');
          }
          const read = schema.safeParse(parsed(body));
          if (!read.success || findUnstorableTextPath(read.data) !== undefined) refuse(400, malformedRequestMessage);
          const event = read.data;
          const now: Instant = registry.clock().toISOString();
          await handleOnce(registry.db, { service, id: idOf(event), now }, (tx) => run(tx, event, now));
          return sendFreshResponse(request, reply, {
            status: 200,
            contentType: jsonContentType,
            body: '{"code":200,"msg":"Received."}',
          });
        },
      });
      ready();
    };
    // Without a name, Fastify would search all loaded modules for this plugin
    void site.fastify.register(Object.assign(declared, { [Symbol.for('fastify.display-name')]: path }));
  };

/** Refuses requests from browsers, which have no use for this URL. */
function refuseBrowsers({ headers }: FastifyRequest): void {
  if (headers.cookie ?? headers.origin ?? headers['sec-fetch-site'])
    refuse(403, 'This address is for programs, not for browsers.');
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

async function handleOnce(
  db: Database,
  { service, id, now }: { service: string; id: string; now: Instant },
  work: (tx: DbTransaction) => Promise<void>,
): Promise<void> {
  await write(db, async (tx) => {
    const handled: WebhookEventTable = { service, id, received_at: now };
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('webhook_event')
      .values(handled)
      .onConflict((clash) => clash.columns(['service', 'id']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows > 0n) await work(tx);
  });
}

/** The number of days for which events are stored. No service goes on sending an event for that long. */
export const webhookEventRetentionDays = 100;

/** Deletes events received before the given time. */
export async function deleteOldWebhookEvents(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('webhook_event').where('received_at', '<', before).execute();
}
