import { get } from 'jzenith'

get('/identity', ({ identity }) => identity ? [identity.name, identity.roles, identity.hasRole('admin'), identity.hasRole('none')] : 'nobody')
get('/admins', { roles: ['admin'] }, ({ identity }) => identity.name)
