/** The style sheets that every page has (root.tsx). */
import '#web/ui/tokens.css';
import '#web/ui/base.css';
