/* A button beside each password that shows what was typed, for who chooses one or mistypes it. */

for (const field of document.querySelectorAll('input[type="password"]')) {
  const button = document.createElement('button');
  const show = (shown) => {
    field.type = shown ? 'text' : 'password';
    button.textContent = shown ? 'Hide' : 'Show';
    button.setAttribute('aria-label', `${button.textContent} what was typed`);
  };
  button.type = 'button';
  button.className = 'button quiet show-password';
  button.addEventListener('click', () => show(field.type === 'password'));
  // Never sent as text: a browser would remember it as one.
  field.form.addEventListener('submit', () => show(false));
  show(false);
  field.after(button);
}
