/** For users: the plugin that opens a listener for files, WebSockets and other mounts, without Jakarta REST. */
@NullMarked
package org.jzenith.http;

import org.jspecify.annotations.NullMarked;
