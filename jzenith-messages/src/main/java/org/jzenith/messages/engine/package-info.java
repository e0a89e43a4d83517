/**
 * For plugins: engines, which keep the logs of topics. {@link org.jzenith.messages.engine.MessageEngine} is what consumers need. An engine that
 * keeps a log and has leases implements {@link org.jzenith.messages.engine.LogStore} instead, and {@code
 * org.jzenith.messages.log.LogEngine} does the rest.
 */
@NullMarked
package org.jzenith.messages.engine;

import org.jspecify.annotations.NullMarked;
