# What the templates beside this file leave open. Change every right side, then run `sed -f values.sed <template>`.
# NAME and ADDRESS differ on each machine; everything else is the same on all of them.
s|@NAME@|node1|
s|@ADDRESS@|10.0.0.11|
s|@ADDRESS_1@|10.0.0.11|
s|@ADDRESS_2@|10.0.0.12|
s|@ADDRESS_3@|10.0.0.13|
# The private network of the three machines and of the machines that run the cinema's server.
s|@NETWORK@|10.0.0.0/24|
# Passwords: `openssl rand -hex 24` makes one.
s|@CINEMA_PASSWORD@|…|
s|@REPLICATION_PASSWORD@|…|
s|@REWIND_PASSWORD@|…|
s|@PATRONI_PASSWORD@|…|
