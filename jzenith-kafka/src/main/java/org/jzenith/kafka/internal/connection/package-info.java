/** Internal. The settings of the library's clients with TLS and SASL, the admin client, and what the library's exceptions mean. */
@NullMarked
package org.jzenith.kafka.internal.connection;

import org.jspecify.annotations.NullMarked;
