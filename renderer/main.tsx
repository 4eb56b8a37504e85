import { createRoot } from 'react-dom/client';

const root = document.querySelector('#app');
if (root !== null) createRoot(root).render(<p>SiteSync</p>);
