/** Answers with files, through the front door. */
@NullMarked
package org.jzenith.http.file;

import org.jspecify.annotations.NullMarked;
