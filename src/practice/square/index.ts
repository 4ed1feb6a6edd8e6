import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApiServer, createFaults, type Faults } from './api-server.ts';
import { registerBrowserRoutes } from './browser.ts';
import { createSellerDashboard, type SellerDashboard } from './dashboard.ts';
import { createEventSender, type EventSender, type WebhookSubscription } from './events.ts';
import { type Journal, type JournalSnapshot, openJournal, putMissing } from './journal.ts';
import { registerDisputeRoutes, registerPaymentRoutes } from './payments.ts';

/** The address and credentials of the practice provider. */
export interface PracticeSquareAccess {
  baseUrl: string;
  accessToken: string;
  applicationId: string;
  locationId: string;
  signatureKey: string;
}

export interface PracticeSquare {
  access: PracticeSquareAccess;
  faults: Faults;
  events: EventSender;
  /** The seller's actions and the banks' decisions. */
  dashboard: SellerDashboard;
  /** The stored objects, which tests read. */
  journal: Journal;
  /** Stores those of the given objects that the provider doesn't have yet. */
  restore: (known: JournalSnapshot) => void;
  /** Subscribes to events. They are sent within a second (`soon`), or when `deliver` is called. */
  subscribe: (to: Omit<WebhookSubscription, 'signatureKey'>, when: 'soon' | 'when told') => void;
  /** Serves the browser's files at the site's own address, because other devices can't reach any other address. */
  serveBrowser: (site: FastifyInstance) => void;
  close: () => Promise<void>;
}

export interface PracticeSquareOptions {
  /** The folder for the provider's data. Without a folder, the data is only in memory. */
  folder?: string;
  clock?: () => Date;
  /** The environment's NODE_ENV. */
  mode?: string | undefined;
}

/**
 * Starts the practice provider on a port of this machine. It implements the part of Square's API that this site uses,
 * and moves no money.
 * @throws Error in production, regardless of other settings
 */
export async function startPracticeSquare({
  folder,
  clock = () => new Date(),
  mode = process.env.NODE_ENV,
}: PracticeSquareOptions = {}): Promise<PracticeSquare> {
  if (mode === 'production') throw new Error('The practice provider does not run in production.');
  const journal = openJournal(folder && join(folder, 'square.jsonl'));
  const faults = createFaults();
  let subscription: WebhookSubscription | undefined;
  let sending: NodeJS.Timeout | undefined;
  const events = createEventSender(() => subscription, clock);
  const locationId = 'PRACTICE-LOCATION';
  // The token is random, so that nobody else on this machine knows it
  const accessToken = `practice-${randomBytes(16).toString('hex')}`;
  const signatureKey = randomBytes(16).toString('base64url');
  const { fastify, serve } = createApiServer({ faults, journal, accessToken });
  registerPaymentRoutes(serve, { journal, events, clock, locationId, faults });
  registerDisputeRoutes(serve, journal);
  const dashboard = createSellerDashboard({ journal, events, clock, faults });
  const baseUrl = await fastify.listen({ port: 0, host: '127.0.0.1' });
  return {
    access: { baseUrl, accessToken, applicationId: 'practice', locationId, signatureKey },
    faults,
    events,
    journal,
    dashboard,
    restore: (known) => putMissing(journal, known),
    subscribe: (to, when) => {
      subscription = { ...to, signatureKey };
      if (when === 'soon') sending ??= setInterval(() => void events.deliver({ due: true }), 1000).unref();
    },
    serveBrowser: (site) => registerBrowserRoutes(site, { journal, clock }),
    close: async () => {
      clearInterval(sending);
      await fastify.close();
      journal.close();
    },
  };
}
