/** The pages about open data. */
export const developersPath = '/developers';
export const keysPath = '/developers/keys';
export const webhooksPath = '/developers/webhooks';
export const webhookPath = (webhook_id: number) => `${webhooksPath}/${webhook_id}`;
