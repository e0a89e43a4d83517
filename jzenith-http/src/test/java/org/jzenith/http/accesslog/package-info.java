@NullMarked
package org.jzenith.http.accesslog;

import org.jspecify.annotations.NullMarked;
