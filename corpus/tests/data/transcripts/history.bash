#1772438400
ls logs
#1772438401
for f in a b; do
echo $f
done
#1772438402
#1772438403
git status
