/**
 * Follows the plain links of a long table without loading the page anew: one listener on the table instead of the
 * router's own link in each of hundreds of rows, all of which would look up with every change of the address.
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
