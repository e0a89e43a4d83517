/** The settings. */
@NullMarked
package org.jzenith.kafka.internal.configuration;

import org.jspecify.annotations.NullMarked;
