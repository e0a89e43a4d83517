const list = document.querySelector('#notes');
const template = document.querySelector('#note');
const nothing = document.querySelector('#nothing');
const form = document.querySelector('#create');
const problem = document.querySelector('#problem');

/** After the end of the session the page is opened again, which leads to the login. */
const send = async (path, options) => {
  const answer = await fetch(path, options).catch(() => null);
  if (answer?.status === 401) {
    location.reload();
  }
  const said = answer && !answer.ok ? await answer.json().catch(() => null) : null;
  problem.hidden = answer?.ok;
  problem.textContent = said?.violations?.map((each) => `${each.path}: ${each.message}`).join(' ')
    || said?.detail || said?.title || 'The server cannot be reached.';
  return answer?.ok ? answer : null;
};

const show = (notes) => {
  list.replaceChildren(...notes.map(({ id, text }) => {
    const row = template.content.cloneNode(true).querySelector('li');
    row.querySelector('div').textContent = text;
    row.querySelector('button').addEventListener('click', async () => {
      await send(`/notes/${id}`, { method: 'DELETE' });
      await load();
    });
    return row;
  }));
  nothing.hidden = notes.length > 0;
};

const load = async () => {
  const answer = await send('/notes', { headers: { Accept: 'application/json' } });
  if (answer) {
    show(await answer.json());
  }
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = JSON.stringify(Object.fromEntries(new FormData(form)));
  if (await send('/notes', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })) {
    form.reset();
    await load();
  }
});

await load();
