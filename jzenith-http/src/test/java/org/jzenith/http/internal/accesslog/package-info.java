@NullMarked
package org.jzenith.http.internal.accesslog;

import org.jspecify.annotations.NullMarked;
