/**
 * Jakarta REST as it is mostly written: a thread a request, a pool of JDBC connections, values instead of promises.
 * Undertow carries it, RESTEasy's own adapter connects the two, HikariCP lends the connections. It is the way of writing
 * services that jZenith is an answer to, so it is set up with care: measured sizes, prepared statements on the server.
 */
@NullMarked
package org.jzenith.benchmark.blocking;

import org.jspecify.annotations.NullMarked;
