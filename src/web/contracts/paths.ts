/** The addresses of a loft's contract: to read and to edit. */
export const contractPath = (loft_id: number) => `/lofts/${loft_id}/contract`;
export const contractsPath = (loft_id: number) => `/admin/lofts/${loft_id}/contracts`;
export const contractPdfPath = (loft_id: number, contract_id: number) =>
  `/lofts/${loft_id}/contracts/${contract_id}/pdf`;
