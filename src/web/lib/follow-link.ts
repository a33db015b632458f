/**
 * Client-side navigation for the plain links of a long table: one listener on the table instead of a router link in
 * each of hundreds of rows, all of which would be updated with every change of the address.
 */
import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router';

export function useFollowLink(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const link = (event.target as Element).closest('a');
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !plain) return;
      event.preventDefault();
      void navigate(link.pathname + link.search);
    },
    [navigate],
  );
}
