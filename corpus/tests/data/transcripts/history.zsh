: 1772438400:0;ls logs
: 1772438401:12;echo one\
two
: 1772438402:0;echo cafÃƒ‰
