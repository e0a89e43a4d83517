/** Internal. The settings of the plugin, with those of TLS, Sentinel and the pool as groups. */
@NullMarked
package org.jzenith.redis.internal.configuration;

import org.jspecify.annotations.NullMarked;
