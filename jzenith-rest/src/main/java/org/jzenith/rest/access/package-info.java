/**
 * For plugins: descriptions of who may call resource methods. A plugin that authenticates requests or decides about them provides them, and
 * one that describes the API reads them.
 */
@NullMarked
package org.jzenith.rest.access;

import org.jspecify.annotations.NullMarked;
