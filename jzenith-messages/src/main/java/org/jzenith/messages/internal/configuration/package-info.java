/** Internal. The settings of topics, which start with the name of the plugin and that of the topic. */
@NullMarked
package org.jzenith.messages.internal.configuration;

import org.jspecify.annotations.NullMarked;
