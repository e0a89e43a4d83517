/** Internal. Explains invalid JSON, for the server and the client: the place and the reason, in words that show no class. */
@NullMarked
package org.jzenith.json.internal.error;

import org.jspecify.annotations.NullMarked;
