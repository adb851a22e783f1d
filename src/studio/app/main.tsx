import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/base.css';
import '../styles/behind.css';
import '../styles/pages.css';
import '../styles/side.css';
import '../styles/table.css';
import '../styles/why.css';
import { App } from './app.tsx';
import { applyTheme } from './theme.ts';

applyTheme();
const place = document.getElementById('studio');
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
