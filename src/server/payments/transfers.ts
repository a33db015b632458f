/**
 * The port to transfers of the payment provider: to the account that somebody has there. A request without a reply may
 * have been carried out: its result is unknown, and it is asked again under the same key.
 */

/** Somebody's account at the provider. */
export interface ProviderAccount {
  id: string;
  /** Money can be transferred to it. */
  is_ready: boolean;
}

/** A transfer, or a reversal, at the provider. */
export interface ProviderTransfer {
  id: string;
  /** The key it was requested under; null: not one of this program. */
  key: string | null;
  amount_cents: number;
  /** The whole of it was reversed. */
  is_reversed: boolean;
}

/** The provider does not do it: nothing was moved. */
export interface RefusedTransfer {
  refused: string;
}

export interface TransferRequest {
  key: string;
  account: string;
  amount_cents: number;
  currency: string;
}

export interface Transfers {
  /** Opens an account, once for the same key. */
  openAccount(of: { key: string; country: string | null }): Promise<ProviderAccount>;
  /** The address of the page on which its owner says who they are, for a few minutes. */
  accountPage(account: string, urls: { done_url: string; again_url: string }): Promise<string>;
  /** Null: the provider knows no such account. */
  readAccount(account: string): Promise<ProviderAccount | null>;
  /** Transfers money, once for the same key. */
  send(request: TransferRequest): Promise<ProviderTransfer | RefusedTransfer>;
  /** Searches the transfer that was requested under a key; null: there is none. */
  find(request: Pick<TransferRequest, 'key' | 'account'>): Promise<ProviderTransfer | null>;
  /** Null: the provider knows no such transfer. */
  read(id: string): Promise<ProviderTransfer | null>;
  /** Reverses the whole of a transfer, once for the same key. */
  reverse(request: { key: string; id: string }): Promise<ProviderTransfer | RefusedTransfer>;
}
