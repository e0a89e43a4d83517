package org.jzenith.docs.sites;

/** The name of the site that an instance belongs to. */
record Site(String name) {}
