/**
 * An application in the shape that users copy: {@link org.jzenith.example.ExampleApplication} puts its features
 * together, each in a package of its own. {@link org.jzenith.example.LoginApplication} adds a login.
 */
@NullMarked
package org.jzenith.example;

import org.jspecify.annotations.NullMarked;
