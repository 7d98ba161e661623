# Values for the templates in this folder. Change every right side, then run `sed -f values.sed <template>`.
# NAME and ADDRESS differ on each machine; the other values are the same on all machines.
s|@NAME@|node1|
s|@ADDRESS@|10.0.0.11|
s|@ADDRESS_1@|10.0.0.11|
s|@ADDRESS_2@|10.0.0.12|
s|@ADDRESS_3@|10.0.0.13|
# The private network of the three machines and of the machines that run the cinema's server.
s|@NETWORK@|10.0.0.0/24|
# Passwords: generate each with `openssl rand -hex 24`.
s|@CINEMA_PASSWORD@|…|
s|@REPLICATION_PASSWORD@|…|
s|@REWIND_PASSWORD@|…|
s|@PATRONI_PASSWORD@|…|
