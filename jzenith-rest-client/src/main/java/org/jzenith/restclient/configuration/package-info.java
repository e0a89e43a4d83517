/**
 * Internal: the settings of a client.
 */
@NullMarked
package org.jzenith.restclient.configuration;

import org.jspecify.annotations.NullMarked;
