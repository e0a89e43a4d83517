/**
 * Internal. Unpacks, starts, watches and stops the server programs of the embedded databases, and keeps their data directories apart.
 */
@NullMarked
package org.jzenith.embedded.internal;

import org.jspecify.annotations.NullMarked;
