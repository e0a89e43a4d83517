/**
 * Internal. Runs single statements on a few shared connections.
 *
 * <p>{@link org.jzenith.sql.internal.pipeline.Pipelines} chooses a {@code Pipeline} of the caller's event loop. Each keeps its connections open,
 * replaces broken ones, and lets statements wait in a {@code StatementQueue} while its connections take no more.
 */
@NullMarked
package org.jzenith.sql.internal.pipeline;

import org.jspecify.annotations.NullMarked;
