const list = document.querySelector('#users');
const template = document.querySelector('#user');
const state = document.querySelector('#state');
const nobody = document.querySelector('#nobody');
const form = document.querySelector('#create');
const problem = document.querySelector('#problem');
const rows = new Map();

const show = (user) => {
  const row = rows.get(user.id) ?? add(user.id);
  row.querySelector('strong').textContent = user.name;
  row.querySelector('small').textContent = user.email ?? '';
  row.querySelector('.avatar span').textContent = user.name.trim().slice(0, 1).toUpperCase();
  sort();
};

const add = (id) => {
  const row = template.content.cloneNode(true).querySelector('li');
  rows.set(id, row);
  row.querySelector('button').addEventListener('click', () => send(`/users/${id}`, { method: 'DELETE' }));
  const image = row.querySelector('img');
  image.addEventListener('load', () => { image.hidden = false; });
  row.querySelector('input').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    if (file) {
      await send(`/users/${id}/avatar`, { method: 'PUT', headers: { 'Content-Type': file.type }, body: file });
    }
    event.target.value = '';
  });
  list.append(row);
  return row;
};

/** A picture that has changed has another address, so that no browser shows the one before. */
const showPicture = (id) => {
  const image = rows.get(id)?.querySelector('img');
  if (image) {
    image.src = `/users/${id}/avatar?${Date.now()}`;
  }
};

const remove = (id) => {
  rows.get(id)?.remove();
  rows.delete(id);
  sort();
};

const sort = () => {
  const name = (row) => row.querySelector('strong').textContent;
  list.append(...[...rows.values()].sort((a, b) => name(a).localeCompare(name(b))));
  nobody.hidden = rows.size > 0;
};

/** What the server refuses is shown. */
const send = async (path, options) => {
  const answer = await fetch(path, options).catch(() => null);
  const refused = !answer?.ok;
  const said = refused && answer ? await answer.json().catch(() => null) : null;
  problem.hidden = !refused;
  problem.textContent = said?.violations?.map((each) => `${each.path}: ${each.message}`).join(' ')
    || said?.detail || said?.title || 'The server cannot be reached.';
  return !refused;
};

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { name, email } = Object.fromEntries(new FormData(form));
  const body = JSON.stringify({ name, email: email || null });
  if (await send('/users', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })) {
    form.reset();
  }
});

const load = async () => {
  const get = async (path) => (await fetch(path, { headers: { Accept: 'application/json' } })).json();
  const [users, pictures] = await Promise.all([get('/users/export'), get('/users/avatars')]);
  const known = new Set(users.map((user) => user.id));
  [...rows.keys()].filter((id) => !known.has(id)).forEach(remove);
  users.forEach(show);
  pictures.forEach(showPicture);
  nobody.hidden = rows.size > 0;
};

const changes = new EventSource('/users/changes');
changes.addEventListener('open', async () => {
  await load();
  state.textContent = 'Live';
});
changes.addEventListener('reset', load);
changes.addEventListener('error', () => { state.textContent = 'Connecting'; });
changes.addEventListener('message', (event) => {
  const { kind, id, user } = JSON.parse(event.data);
  if (kind === 'DELETED') {
    remove(id);
  } else {
    show(user);
    if (kind === 'PICTURE') {
      showPicture(id);
    }
  }
});
