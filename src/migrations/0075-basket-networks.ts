import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    await addColumns('basket', {
      // The wider networks of an IPv6 visitor, by the same hash as `network`
      network_56: column.text(),
      network_48: column.text(),
      // When the hold ends if the payment under way fails
      unpaid_until: column.instant({ optional: true }),
    });
    for (const network of ['network_56', 'network_48']) {
      await db.schema.createIndex(`basket_by_${network}`).on('basket').columns([network, 'held_until']).execute();
    }
  },
};
