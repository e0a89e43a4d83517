/** Internal. The settings of the {@code ObjectMapper}, which the server has at {@code rest.json}. */
@NullMarked
package org.jzenith.json.internal.configuration;

import org.jspecify.annotations.NullMarked;
