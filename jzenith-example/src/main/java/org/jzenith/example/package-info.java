/**
 * An application in the shape that users copy: {@link org.jzenith.example.ExampleApplication} puts its features
 * together, each in its own package. {@link org.jzenith.example.LoginApplication} adds a login.
 */
@NullMarked
package org.jzenith.example;

import org.jspecify.annotations.NullMarked;
